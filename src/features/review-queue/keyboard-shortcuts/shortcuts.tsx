import { singleKeys } from '#client/lib/single-keys.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import styles from './shortcuts.module.css'

const groups: readonly { title: string; keys: readonly (readonly [keys: string, does: string])[] }[] = [
  {
    title: 'Move',
    keys: [
      ['J K', 'Open the next / previous order'],
      ['↑ ↓', 'Previous / next row of the list'],
      ['Enter', 'Open the row of the list'],
      ['/', 'Search'],
      ['X', 'Select for a bulk decision'],
      ['Shift X', 'Select all up to this one'],
    ],
  },
  {
    title: 'Look',
    keys: [
      ['V', 'Show or hide the security code'],
      ['Shift V', 'Show or hide the card number'],
      ['← →', 'Previous / next photo'],
      ['+ - 0', 'Zoom in, zoom out, whole photo'],
      ['Shift ↑ ↓ ← →', 'Move a zoomed photo'],
      ['[ ]', 'Rotate left / right'],
      ['I', 'Switch contrast'],
      ['F', 'Full size (Escape closes it)'],
    ],
  },
  {
    title: 'Decide',
    keys: [
      ['B', 'Record a balance check'],
      ['A', 'Approve payout'],
      ['Shift A', 'Approve despite warnings'],
      ['1 2 3 4 5', 'Pending, Processing, Completed, Rejected, Failed'],
      ['4 1', 'Reject for reason 1; 4 1 2 for reason 12'],
      ['Backspace', 'Drop the number, then the rejection'],
      ['R', 'Find a reason: type a number or a word, then Enter'],
      ['Q', 'Request information from the seller'],
      ['O', 'Make an offer at what a balance check found'],
      ['S', 'Save'],
      ['N', 'Save and next'],
      ['Z', 'Undo, for 8 seconds'],
      ['?', 'Show these keys'],
    ],
  },
]

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      size="large"
      title="Keys"
      description="Shortcuts work when you're not typing and no dialog is open. Every action also has a button."
    >
      <Shortcuts />
    </Dialog>
  )
}

export function Shortcuts() {
  const areOn = singleKeys.use()
  return (
    <div>
      <Checkbox label="Enable single-key shortcuts" checked={areOn} onCheckedChange={singleKeys.set} />
      <p className="muted">S and N work once nothing was pressed for a moment, so that typed words save nothing.</p>
      <div className={`pad-top-3 ${styles.groups}`}>
        {groups.map(({ title, keys }) => (
          <section key={title} aria-label={title}>
            <h3>{title}</h3>
            <dl className={`stack gap-2 margin-top-3 ${styles.keys}`}>
              {keys.map(([names, does]) => (
                <div key={names} className="cluster top gap-3 row-gap-0">
                  <dt className="cluster stretch gap-1">
                    {names.split(' ').map((name) => (
                      <kbd key={name}>{name}</kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </div>
  )
}
