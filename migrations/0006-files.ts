import type { Kysely } from 'kysely'
import { execute } from './statements.ts'

/** Uploaded files and their renditions. */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, tables)
}

const tables = [
  `create table files (
    id text primary key,
    owner_id text not null references users (id) on delete cascade,
    submission_id text references submissions (id) on delete cascade,
    position integer not null,
    file_name text not null,
    file_size integer not null,
    mime_type text not null,
    sha256 text not null,
    uploaded_at text not null,
    message_id text references chat_messages (id) on delete cascade,
    rendition_id text,
    rendition_size integer,
    rendition_failed_at text,
    rendition_sha256 text)`,
  `create index files_submission on files (submission_id, position)`,
  `create index files_unattached on files (owner_id, uploaded_at)`,
  `create index files_sha256 on files (sha256, submission_id)`,
  `create index files_message on files (message_id, position)`,
  `create unique index files_rendition on files (rendition_id)`,
  `create index files_without_rendition on files (id) where rendition_id is null and rendition_failed_at is null`,
  `create index files_rendition_sha256 on files (rendition_sha256, submission_id)
    where rendition_sha256 is not null`,
  `create index files_rendition_without_sha256 on files (id)
    where rendition_sha256 is null and rendition_id is not null`,
]
