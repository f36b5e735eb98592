import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { ClearDialog } from './clear-dialog.tsx'
import styles from './users-tab.module.css'

/** The way to the end of all customers' data; nothing happens before it is typed out. */
export function ClearAllData() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <section className={styles.section} aria-labelledby="clear-all-data">
      <h3 id="clear-all-data">End of all data</h3>
      <p>Deletes every customer with their submissions, photos and chats, after a backup. You are asked first.</p>
      <Button variant="danger" size="small" onClick={() => setIsOpen(true)}>
        Clear All Data
      </Button>
      {isOpen && <ClearDialog onClose={() => setIsOpen(false)} />}
    </section>
  )
}
