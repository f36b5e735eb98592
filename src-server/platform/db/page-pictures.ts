import type { FileTable } from './file-tables.ts'

export const storedColumns = ['id', 'rendition_id', 'page_pictures'] as const
type StoredColumns = Pick<FileTable, (typeof storedColumns)[number]>

export type StoredPicture = { id: string; size: number }

/** The picture of a page after the first one: null before it is drawn, 'failed' when it cannot be. */
export type PagePicture = StoredPicture | 'failed' | null

/** The pictures of the pages from the second one on; undefined before the first one is drawn, and for pictures. */
export function pagePicturesOf({ page_pictures: json }: Pick<FileTable, 'page_pictures'>) {
  return json === null ? undefined : (JSON.parse(json) as PagePicture[])
}

export function storedKeys(rows: readonly StoredColumns[]) {
  return rows.flatMap((row) => [
    row.id,
    ...(row.rendition_id === null ? [] : [row.rendition_id]),
    ...keysOfPages(pagePicturesOf(row)),
  ])
}

export function keysOfPages(pages: readonly PagePicture[] = []) {
  return pages.flatMap((page) => (page === null || page === 'failed' ? [] : [page.id]))
}

const ID_CHARACTERS = 22

/** The storage key of a page begins with the id of its file, by which its row is found. */
export function pageKey(fileId: string, pictureId: string) {
  return `${fileId}-${pictureId}`
}

export function fileIdOfPage(key: string) {
  return key.slice(0, ID_CHARACTERS)
}

export type KnownPictures = Pick<FileTable, 'rendition_id' | 'rendition_size' | 'rendition_failed_at' | 'page_pictures'>

/** The picture of a page, and how many pages its PDF has; undefined for a picture. */
export type DrawnPage = StoredPicture & { pageCount: number | undefined }

/** What is known of the picture of a page, from 1; undefined before it is drawn. */
export function knownPage(file: KnownPictures, page: number): DrawnPage | 'failed' | undefined {
  const pages = pagePicturesOf(file)
  const pageCount = pages && pages.length + 1
  if (page > 1) {
    const picture = pages?.[page - 2]
    return picture && picture !== 'failed' ? { ...picture, pageCount } : (picture ?? undefined)
  }
  const { rendition_id: id, rendition_size: size } = file
  if (id !== null && size !== null) return { id, size, pageCount }
  return file.rendition_failed_at === null ? undefined : 'failed'
}
