#!/bin/sh
# What a container does, by its first argument: `migrate`, with the account of the servers' administrator, brings accounts,
# topics, collections, indexes and the bucket to what the code declares and ends; a service's name serves, with its role
# (`pipeline worker`) behind it; `converter` reads uploads for the others.
set -eu
cd /app

if [ "$1" = migrate ]; then
  node packages/platform/dist/access/apply-access.js
  node packages/platform/dist/kafka/apply-topics.js deploy/topics.json --rights
  for service in auth documents pipeline finance ai; do
    node "services/$service/dist/main.js" migrate
  done
  if [ -n "${DEMO_PASSWORD:-}" ]; then node services/auth/dist/main.js seed; fi
  exit 0
fi

service=$1
shift
if [ "$service" = converter ]; then
  exec node --enable-source-maps packages/converter/dist/server/main.js
fi
exec node --enable-source-maps "services/$service/dist/main.js" "$@"
