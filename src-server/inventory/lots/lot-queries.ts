import { sql } from 'kysely'
import type { LotFilter } from '#shared/lot.ts'
import { readPage } from '../../platform/db/count-rows.ts'
import type { Db, Tx } from '../../platform/db/database.ts'
import type { LotItemTable, LotTable } from '../../platform/db/inventory-tables.ts'
import { table } from '../../platform/db/table.ts'
import { notFound } from '../../platform/errors.ts'

/** A lot, which a transaction locks. @throws AppError 'not_found' */
export async function getLot(db: Db, id: string) {
  const lot = await table('lots').findLocked(db, { id })
  if (!lot) throw notFound()
  return lot
}

/** The transaction has locked it. */
export async function updateLot(tx: Tx, { id, version }: Pick<LotTable, 'id' | 'version'>, changes: Partial<LotTable>) {
  await table('lots').update(tx, { id }, { ...changes, version: version + 1 })
}

export async function updateLotItem(
  tx: Tx,
  { lot_id, submission_id }: Pick<LotItemTable, 'lot_id' | 'submission_id'>,
  state: LotItemTable['state'],
) {
  await table('lot_items').update(tx, { lot_id, submission_id }, { state })
}

/** The lot in which a card waits for its outcome. */
export async function findOpenLotOf(db: Db, submissionId: string) {
  const row = await db
    .selectFrom('lot_items')
    .select('lot_id')
    .where('submission_id', '=', submissionId)
    .where(sql<boolean>`state in ('offered', 'delivered')`)
    .executeTakeFirst()
  return row?.lot_id
}

export type LotRow = Awaited<ReturnType<typeof listLotRows>>[number]

export async function listLotRows(db: Db, lotId: string) {
  return db
    .selectFrom('lot_items')
    .innerJoin('inventory_items', 'inventory_items.submission_id', 'lot_items.submission_id')
    .innerJoin('submissions', 'submissions.id', 'lot_items.submission_id')
    .selectAll('lot_items')
    .select(['inventory_items.user_id', 'number_end', 'face_cents', 'left_face_cents', 'cost_cents'])
    .select(['inventory_items.state as item_state', 'card_type', 'kept_until'])
    .where('lot_id', '=', lotId)
    .orderBy('lot_items.submission_id')
    .execute()
}

export type NamedLot = NonNullable<Awaited<ReturnType<typeof findNamedLot>>>

export async function findNamedLot(db: Db, id: string) {
  return named(db).where('lots.id', '=', id).executeTakeFirst()
}

type Listed = { page: number; limit: number; state?: LotFilter | undefined; search?: string | undefined }

/** Newest first. */
export async function listLotPage(db: Db, input: Listed) {
  const rows = named(db)
    .where('lots.id', 'in', filtered(db, input).select('lots.id'))
    .orderBy('made_at', 'desc')
    .orderBy('lots.id', 'desc')
  return readPage(filtered(db, input), rows, input)
}

const states: Readonly<Record<LotFilter, readonly LotTable['state'][]>> = {
  open: ['made', 'released'],
  closed: ['closed'],
  canceled: ['canceled'],
}

function filtered(db: Db, { state, search }: Listed) {
  const words = search?.trim().toLowerCase() ?? ''
  return db
    .selectFrom('lots')
    .innerJoin('buyers', 'buyers.id', 'lots.buyer_id')
    .$if(state !== undefined, (lots) => lots.where('lots.state', 'in', states[state ?? 'open']))
    .$if(words !== '', (lots) =>
      lots.where(({ or, eb, selectFrom }) =>
        or([
          eb('lots.id', '=', words.toUpperCase()),
          eb(sql`lower(lots.reference)`, '=', words),
          eb(sql`lower(buyers.name)`, 'like', sql`${`%${words.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`),
          eb(
            'lots.id',
            'in',
            selectFrom('lot_items')
              .innerJoin('inventory_items', 'inventory_items.submission_id', 'lot_items.submission_id')
              .select('lot_id')
              .where((where) =>
                where.or([
                  where('lot_items.submission_id', '=', words.toUpperCase()),
                  where('number_end', '=', words.toUpperCase()),
                ]),
              ),
          ),
          eb(
            'lots.id',
            'in',
            selectFrom('dispositions')
              .select('lot_id')
              .where(sql`lower(reference)`, '=', words)
              .$narrowType<{ lot_id: string }>(),
          ),
        ]),
      ),
    )
}

export type LotSum = Awaited<ReturnType<typeof sumLots>>[number]

export async function sumLots(db: Db, ids: readonly string[]) {
  return db
    .selectFrom('lot_items')
    .select(['lot_id', 'state'])
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number>('price_cents').as('cents')])
    .where('lot_id', 'in', ids)
    .groupBy(['lot_id', 'state'])
    .execute()
}

function named(db: Db) {
  return db
    .selectFrom('lots')
    .innerJoin('buyers', 'buyers.id', 'lots.buyer_id')
    .innerJoin('users as makers', 'makers.id', 'lots.made_by')
    .leftJoin('users as releasers', 'releasers.id', 'lots.released_by')
    .leftJoin('users as readers', 'readers.id', 'lots.downloaded_by')
    .selectAll('lots')
    .select(['buyers.name as buyer_name', 'makers.name as made_by_name'])
    .select(['releasers.name as released_by_name', 'readers.name as downloaded_by_name'])
}
