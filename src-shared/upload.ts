export const MAX_FILE_BYTES = 10 * 1024 * 1024
export const MAX_FILES_PER_SUBMISSION = 10
/** In the order in which the reviewer sees them. */
export const photoSlots = ['front', 'back', 'receipt', 'third', 'fourth'] as const
export type PhotoSlot = (typeof photoSlots)[number]
export const acceptedMimeTypes = ['image/jpeg', 'image/png', 'image/gif', 'application/pdf'] as const
export type AcceptedMimeType = (typeof acceptedMimeTypes)[number]

export const uploadMessages = {
  errorTitle: 'Upload Error',
  doneTitle: 'Upload Complete',
  done: (count: number) => `${count} file(s) uploaded successfully.`,
  repeated: (name: string) => `${name} has already been added: it is the same file.`,
  empty: (name: string) => `${name} is empty. Please choose another file.`,
  tooMany: `An order can carry at most ${MAX_FILES_PER_SUBMISSION} files.`,
  notUploaded: (name: string) => `${name} was not uploaded. Remove it or try again.`,
  tooLarge: (name: string) => `${name} is too large. Maximum size is 10MB.`,
  unsupported: (name: string) => `${name} is not a supported file type. Please upload JPG, PNG, GIF, or PDF files.`,
  /** HEIC is the default of iPhones, so the message also explains what to do. */
  heic: (name: string) =>
    `${uploadMessages.unsupported(name)} This is a HEIC photo: choose "Most Compatible" in the camera settings, or send it as JPG.`,
  failed: (name: string) => `Failed to process ${name}`,
} as const

/** Why a selected file cannot be uploaded, with the specified texts; undefined when it can. */
export function fileProblem(file: { name: string; size: number; type: string }) {
  if (file.size > MAX_FILE_BYTES) return uploadMessages.tooLarge(file.name)
  if (file.size === 0) return uploadMessages.empty(file.name)
  if ((acceptedMimeTypes as readonly string[]).includes(file.type)) return undefined
  const isHeic = heicMimeType.test(file.type) || heicName.test(file.name)
  return isHeic ? uploadMessages.heic(file.name) : uploadMessages.unsupported(file.name)
}

const heicMimeType = /^image\/hei[cf]\b/
const heicName = /\.hei[cf]$/i

export const SNIFF_BYTES = 1024

/** The type of a file by its first bytes, never by its name or declared type. Detects HEIC only to reject it. */
export function sniffMimeType(head: Uint8Array) {
  const startsWith = (...bytes: number[]) => bytes.every((byte, at) => head[at] === byte)
  if (startsWith(0xff, 0xd8, 0xff)) return 'image/jpeg'
  if (startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png'
  if (startsWith(0x47, 0x49, 0x46, 0x38) && (head[4] === 0x37 || head[4] === 0x39) && head[5] === 0x61)
    return 'image/gif'
  if (pdfStart.test(String.fromCharCode(...head.subarray(0, SNIFF_BYTES)))) return 'application/pdf'
  if (heicBrands.has(String.fromCharCode(...head.subarray(4, 12)))) return 'image/heic'
  return undefined
}

/** Viewers skip a byte order mark and white space, which mail programs and editors write. */
const pdfStart = /^(\xef\xbb\xbf)?[\0\t\n\f\r ]*%PDF-/

/** Box type and major brand at the start of HEIC and HEIF files, after four bytes of length (ISO/IEC 23008-12). */
const heicBrands: ReadonlySet<string> = new Set(
  ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'].map((brand) => `ftyp${brand}`),
)

const sizeUnits = ['Bytes', 'KB', 'MB', 'GB'] as const

/** '1.5 MB': base 1024, at most 2 decimals. */
export function formatFileSize(bytes: number) {
  if (bytes <= 0) return '0 Bytes'
  const power = Math.min(Math.floor(Math.log2(bytes) / 10), sizeUnits.length - 1)
  return `${Number((bytes / 1024 ** power).toFixed(2))} ${sizeUnits[power]}`
}

/** `name`, or 'name (2).jpg' when it is used: phones often name several photos image.jpg. */
export function uniqueFileName(name: string, taken: ReadonlySet<string>) {
  if (!taken.has(name)) return name
  const dot = name.lastIndexOf('.')
  const [stem, extension] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  for (let count = 2; ; count++) {
    const candidate = `${stem} (${count})${extension}`
    if (!taken.has(candidate)) return candidate
  }
}
