if ! declare -F _get_comp_words_by_ref >/dev/null; then
    # Joins the words that readline separates at "=" and ":".
    _get_comp_words_by_ref() {
        local i
        words=()
        for ((i = 0; i <= COMP_CWORD; i++)); do
            if ((i > 0)) && [[ ${COMP_WORDS[i]} == [=:] || ${COMP_WORDS[i-1]} == [=:] ]]; then
                words[${#words[@]}-1]+=${COMP_WORDS[i]}
            else
                words+=("${COMP_WORDS[i]}")
            fi
        done
        cword=$((${#words[@]} - 1)) cur=${words[cword]} prev=${words[cword-1]}
    }
fi
if ! declare -F __ltrim_colon_completions >/dev/null; then
    __ltrim_colon_completions() { :; }
fi
