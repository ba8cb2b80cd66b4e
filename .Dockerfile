# The SSH server, as a user without rights and without any other file. /data has the keys of those who may log in
# (keys), the configuration (config.toml), the host key and the history, and belongs to the user 65532.
# ui/serve/README.md shows how it is started.
FROM scratch
ARG TARGETPLATFORM
COPY $TARGETPLATFORM/channeldeck /channeldeck
ENV CONFIGURATION_DIRECTORY=/data STATE_DIRECTORY=/data TMPDIR=/data CREDENTIALS_DIRECTORY=/run/secrets
USER 65532:65532
WORKDIR /data
VOLUME /data
EXPOSE 2222
ENTRYPOINT ["/channeldeck"]
CMD ["serve", "--listen", "0.0.0.0:2222", "--authorized-keys", "/data/keys"]
