#!/bin/sh
# Makes the files that compose.yaml mounts, once: passwords and keys are never replaced by another run. It needs openssl, and the
# image tidemark: run docker compose build first.
set -eu
cd "$(dirname "$0")"
if [ -e secrets ]; then
  echo "there is a folder secrets already: remove it, and the volume of PostgreSQL with it, to make new ones" >&2
  exit 1
fi
umask 077
mkdir -m 0700 secrets secrets/ca secrets/nats-tls secrets/postgresql-tls
od -An -N24 -tx1 /dev/urandom | tr -d ' \n' > secrets/postgres-password

# An authority of this cluster, and one certificate for all of its servers.
curve='-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes'
names='subjectAltName=DNS:postgres,DNS:nats-1,DNS:nats-2,DNS:nats-3'
openssl req -x509 $curve -days 3650 -subj '/CN=tidemark authority' -keyout secrets/ca/ca-key.pem -out secrets/ca/ca.pem
openssl req $curve -subj '/CN=tidemark servers' -keyout secrets/ca/server-key.pem -out secrets/ca/server.csr
printf '%s\n' "$names" > secrets/ca/names
openssl x509 -req -in secrets/ca/server.csr -CA secrets/ca/ca.pem -CAkey secrets/ca/ca-key.pem -CAcreateserial -days 825 \
  -extfile secrets/ca/names -out secrets/ca/server.pem
for folder in nats-tls postgresql-tls; do
  cp secrets/ca/ca.pem secrets/ca/server.pem secrets/ca/server-key.pem "secrets/$folder"
done
cat > secrets/postgresql-tls/pg_hba.conf <<'CONF'
local all all trust
hostssl tidemark all all scram-sha-256
CONF

# As root, so that the files can be given to the users of the containers: 10001 is ours, 999 that of the image of PostgreSQL.
docker run --rm --user 0 --entrypoint sh -v "$PWD/secrets:/secrets" tidemark:1.0.0 -c '
  set -eu
  node /opt/tidemark/dist/src/cli/main.js cluster init /secrets/cluster --ca /secrets/ca/ca.pem \
    --database postgres:5432 --nats nats-1:4222,nats-2:4222,nats-3:4222 \
    --nats-files /etc/nats/tls --nats-data /tmp/nats
  for role in collect compute serve operator; do chown -R 10001:10001 "/secrets/cluster/$role"; done
  chown -R 999:999 /secrets/cluster/postgresql /secrets/postgresql-tls
'
echo "made secrets/: postgres-password, certificates, and cluster/ with the credentials of each role"
