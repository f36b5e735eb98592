import type { Kysely } from 'kysely'
import { execute } from './statements.ts'

/**
 * Brands and rates in versions. A row is valid from `from_version` until `to_version`, which closes it; nothing else of
 * a row changes.
 */
export async function up(db: Kysely<never>): Promise<void> {
  await execute(db, tables)
}

const tables = [
  `create table catalogue_versions (
    version integer primary key,
    source text not null,
    made_at text not null,
    made_by text,
    note text not null,
    base integer)`,
  `create table brand_terms (
    slug text not null,
    from_version integer not null references catalogue_versions (version),
    to_version integer,
    name text not null,
    category text not null,
    state text not null,
    pause_message text,
    resume_at text,
    min_cents integer not null,
    max_cents integer not null,
    rules text not null,
    constraint brand_terms_pk primary key (slug, from_version))`,
  `create unique index brand_terms_open on brand_terms (slug) where to_version is null`,
  `create index brand_terms_from on brand_terms (from_version)`,
  `create table rates (
    slug text not null,
    from_version integer not null,
    from_cents integer not null,
    to_cents integer not null,
    rate_bps integer not null,
    to_version integer,
    constraint rates_pk primary key (slug, from_version, from_cents),
    constraint rates_brand_terms foreign key (slug, from_version) references brand_terms (slug, from_version))`,
]
