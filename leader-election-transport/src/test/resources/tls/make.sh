#!/usr/bin/env bash
# Makes the certificates of the tests anew, all of them, as the key of the authority is not kept.
set -e
work=$(mktemp -d)
keys() { keytool -keystore "$work/$1.p12" -storepass changeit -alias "$1" "${@:2}"; }
pair() {
  keys "$1" -genkeypair -keyalg EC -groupname secp256r1 -dname "CN=$1" -startdate 2020/01/01 -validity 36500 "${@:2}"
  openssl pkcs12 -in "$work/$1.p12" -passin pass:changeit -nodes -nocerts 2> /dev/null \
      | sed -n '/BEGIN/,/END/p' > "$work/$1.key"
}
leaf() {
  pair "$1"
  keys "$1" -certreq | keys authority -gencert -rfc -startdate 2020/01/01 -validity 36500 -ext "SAN=$2" | tr -d '\r' > "$1.pem"
  cp "$work/$1.key" "$1.key"
}
pair authority -ext bc:critical=ca:true -ext ku:critical=keyCertSign
keys authority -exportcert -rfc | tr -d '\r' > authority.pem
leaf localhost dns:localhost,ip:127.0.0.1,ip:::1
leaf renewed dns:localhost
leaf elsewhere dns:elsewhere.example,dns:*.wide.example,ip:203.0.113.7
pair stranger -ext san=dns:localhost
keys stranger -exportcert -rfc | tr -d '\r' > stranger.pem
cp "$work/stranger.key" stranger.key
rm -r "$work"
