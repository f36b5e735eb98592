#!/bin/sh
# PostgreSQL's archive_command: copies a finished segment of the log ($1) into the archive under its name ($2). It
# succeeds only when the copy is on disk, and for a segment that is there already with the same bytes.
set -eu
archive=${ARCHIVE_DIR:-/archive}
if [ -f "$archive/$2" ]; then exec cmp "$1" "$archive/$2"; fi
cp "$1" "$archive/$2.part"
sync "$archive/$2.part"
mv "$archive/$2.part" "$archive/$2"
sync "$archive"
