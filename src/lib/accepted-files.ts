import { acceptedMimeTypes } from '#shared/upload.ts'

/** The `accept` attribute of an input of photos and PDFs. */
export const acceptedFiles = acceptedMimeTypes.join(',')
