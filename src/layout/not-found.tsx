import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { withBase } from '#client/lib/base-path.ts'
import { Button, buttonClass } from '#client/ui/button.tsx'
import { StateMessage } from '#client/ui/state-message.tsx'
import { TextField } from '#client/ui/text-field.tsx'
import styles from './not-found.module.css'

export function NotFound() {
  return (
    <div className={`page ${styles.page}`}>
      <StateMessage
        title="404 Page Not Found"
        headingLevel={1}
        action={
          <>
            <Link to="/" className={buttonClass('secondary')}>
              Go to Home
            </Link>
            <Link to="/exchange" className={buttonClass('secondary')}>
              Exchange
            </Link>
            <Link to="/supported-cards" className={buttonClass('secondary')}>
              Supported Cards
            </Link>
          </>
        }
      >
        <p className="ink margin-bottom-2">
          This page doesn't exist. The link may be old or mistyped. Search for your card, or start from the home page.
        </p>
        <p>Did you forget to add the page to the router?</p>
        <CardSearch />
      </StateMessage>
    </div>
  )
}

/** A plain HTML form, which works before hydration and without scripts. */
function CardSearch() {
  const [name, setName] = useState('')
  return (
    <search>
      <form className={`ink bottom gap-3 margin-top-5 ${styles.search}`} action={withBase('/supported-cards')}>
        <TextField
          label="Search cards"
          type="search"
          name="q"
          spellCheck={false}
          maxLength={60}
          value={name}
          onValueChange={setName}
        />
        <Button type="submit">Search</Button>
      </form>
    </search>
  )
}
