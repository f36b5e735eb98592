#!/bin/sh
# Runs a script with a Node.js that package.json supports: the one on the PATH, or one from the npm registry.
case $(node --version) in
v22.1[4-9].* | v22.[2-9][0-9]* | v24.* | v2[6-9].* | v[3-9][0-9].* | v[1-9][0-9][0-9].*) exec node "$@" ;;
esac
node=$(node scripts/fetch-node.mjs) || exit
PATH=$(dirname "$node"):$PATH exec "$node" "$@"
