#!/bin/sh
# Backup of knobel's store into a folder: backup.sh FOLDER. Copies older than KEEP_DAYS (14) are deleted.
# SQLite: `knobel backup`, also while the server runs. PostgreSQL: `pg_dump` of KNOBEL_STORE=postgresql://...
# A copy contains hidden dice and the secret of the dice keys: keep it as safe as the store, and keep one elsewhere.
set -eu
folder=$1
umask 077
stamp=$(date -u +%Y-%m-%dT%H%M%SZ)
case "${KNOBEL_STORE:-}" in
postgresql://* | postgres://*)
	copy=$folder/knobel-$stamp.dump
	# The custom format is compressed, and pg_restore --list reads it back completely: a torn copy fails here.
	pg_dump --format=custom --no-owner --no-privileges --file="$copy.part" --dbname="$KNOBEL_STORE"
	pg_restore --file=/dev/null "$copy.part"
	;;
*)
	copy=$folder/knobel-$stamp.db
	"${KNOBEL:-/opt/knobel/bin/knobel}" backup "$copy.part"
	;;
esac
mv "$copy.part" "$copy"
find "$folder" -maxdepth 1 -type f -name 'knobel-*' -mtime "+${KEEP_DAYS:-14}" -delete
