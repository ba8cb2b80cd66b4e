# Only the program. For https it needs the certificates of the machine:
#   docker run -it -v /etc/ssl/certs:/etc/ssl/certs:ro -v ~/.config/channeldeck:/config:ro \
#     -e CHANNELDECK_CONFIG=/config/config.toml channeldeck
FROM scratch
ARG TARGETPLATFORM
COPY $TARGETPLATFORM/channeldeck /channeldeck
ENTRYPOINT ["/channeldeck"]
