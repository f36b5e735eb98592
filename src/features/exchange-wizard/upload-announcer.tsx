import type { UploadItem } from './upload-item.ts'

/** Tells a screen reader how each upload goes: at its start, half way and at its end. Failures are toasted. */
export function UploadAnnouncer({ items }: { items: readonly UploadItem[] }) {
  return (
    <div className="visually-hidden" aria-live="polite">
      {items.map(({ key, name, state }) => (
        <p key={key}>
          {state.status === 'uploading' && (state.fraction < 0.5 ? `Uploading ${name}` : `${name} is half uploaded`)}
          {state.status === 'done' && `${name} is uploaded`}
        </p>
      ))}
    </div>
  )
}
