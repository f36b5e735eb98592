import { useEffect, useState } from 'react'
import { pastedFiles } from '#client/lib/pasted-files.ts'
import type { Box } from '#shared/redaction.ts'
import { Button } from './button.tsx'
import { Checkbox } from './checkbox.tsx'
import { FileDrop } from './file-drop.tsx'
import { RedactionEditor } from './redaction-editor.tsx'

/** A picture with its boxes; `isClean`: the user says that nothing on it can be spent. */
export type Evidence = { file: File; boxes: readonly Box[]; isClean: boolean }

/** Why this picture cannot be sent yet; undefined when it can. */
export function whyNotSent(evidence: Evidence | undefined): string | undefined {
  if (!evidence || evidence.boxes.length > 0 || evidence.isClean) return undefined
  return 'Draw a box over what can be spent, or tick that nothing can.'
}

type EvidenceFieldProps = {
  value: Evidence | undefined
  onChange: (value: Evidence | undefined) => void
}

/** A picture of what was seen: dropped, pasted or chosen, and redacted before it is sent. */
export function EvidenceField({ value, onChange }: EvidenceFieldProps) {
  const src = useObjectUrl(value?.file)
  const take = (files: readonly File[]) => {
    const file = files.find(({ type }) => type.startsWith('image/'))
    if (file) onChange({ file, boxes: [], isClean: false })
  }
  useEffect(() => {
    if (value) return
    const paste = (event: ClipboardEvent) => {
      const files = event.clipboardData ? pastedFiles(event.clipboardData) : []
      const file = files.find(({ type }) => type.startsWith('image/'))
      if (!file) return
      event.preventDefault()
      onChange({ file, boxes: [], isClean: false })
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  })
  if (!value || !src)
    return (
      <FileDrop label="Picture of what you saw" accept="image/jpeg,image/png,image/gif" onFiles={take}>
        Drop, paste or choose a picture
      </FileDrop>
    )
  return (
    <div className="stack gap-2">
      <RedactionEditor src={src} boxes={value.boxes} onBoxes={(boxes) => onChange({ ...value, boxes })} />
      {value.boxes.length === 0 && (
        <Checkbox
          label="Nothing on this picture can be spent"
          checked={value.isClean}
          onCheckedChange={(isClean) => onChange({ ...value, isClean })}
        />
      )}
      <div>
        <Button variant="quiet" size="small" onClick={() => onChange(undefined)}>
          Remove the picture
        </Button>
      </div>
    </div>
  )
}

function useObjectUrl(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<{ file: File; src: string }>()
  useEffect(() => {
    if (!file) return
    const src = URL.createObjectURL(file)
    setUrl({ file, src })
    return () => URL.revokeObjectURL(src)
  }, [file])
  return url && url.file === file ? url.src : undefined
}
