#!/bin/sh
# Makes the files of compose.yaml's secrets, once: passwords are never replaced by another run.
# The folder is for its owner alone; its files are readable, because compose mounts them as they are and containers run as other users.
set -eu
cd "$(dirname "$0")"
if [ -e secrets ]; then
  echo "there is a folder secrets already: remove it, and the volume of PostgreSQL with it, to make new ones" >&2
  exit 1
fi
umask 022
mkdir -m 0700 secrets
secret() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
database=$(secret)
bus=$(secret)
routes=$(secret)

printf '%s' "$database" > secrets/postgres-password

cat > secrets/cluster.json <<JSON
{
  "store": "postgres://tidemark:$database@postgres:5432/tidemark",
  "bus": "nats://tidemark:$bus@nats-1:4222,nats://tidemark:$bus@nats-2:4222,nats://tidemark:$bus@nats-3:4222"
}
JSON

cat > secrets/nats-users.conf <<CONF
authorization {
  user: tidemark
  password: "$bus"
}
cluster {
  name: tidemark
  listen: 0.0.0.0:6222
  authorization { user: cluster, password: "$routes" }
  routes: [
    "nats://cluster:$routes@nats-1:6222"
    "nats://cluster:$routes@nats-2:6222"
    "nats://cluster:$routes@nats-3:6222"
  ]
}
CONF
echo "made secrets/: postgres-password, cluster.json, nats-users.conf"
