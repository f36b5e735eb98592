import { useRef, useState } from 'react'
import type { CodeDetails } from './detail-fields.tsx'
import { type Uploads, useUploads } from './use-uploads.ts'
import type { SubmissionDetails } from './wizard-state.ts'

export type SentDetails = CodeDetails & Pick<SubmissionDetails, 'cardNumber' | 'expiringDate'>

export type PhotoDraft = {
  uploads: Uploads
  details: SentDetails
  edit: (change: Partial<SentDetails>) => void
  attempt: { current: { request: string; key: string } | undefined }
  clear: () => void
}

const nothing: SentDetails = { cardNumber: '', securityCode: '', hasNoCode: false, expiringDate: '' }

/** Keeps the draft, in memory only, while the form is not on the page, such as after a lost session. */
export function usePhotoDraft({ isSignedOut }: { isSignedOut: boolean }): PhotoDraft {
  const uploads = useUploads({ isSignedOut })
  const [details, setDetails] = useState(nothing)
  const attempt: PhotoDraft['attempt'] = useRef(undefined)
  return {
    uploads,
    details,
    edit: (change) => setDetails((before) => ({ ...before, ...change })),
    attempt,
    clear() {
      uploads.queue?.clear()
      setDetails(nothing)
    },
  }
}
