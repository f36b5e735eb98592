import { Link } from '@tanstack/react-router'
import { Time } from '#client/ui/time.tsx'
import type { staffLinkKinds } from '#shared/staff-role.ts'
import type { StaffMember } from '#shared/staff-schema.ts'

type CustomerLink = StaffMember['alsoCustomers'][number]

const kindMessages: Readonly<Record<(typeof staffLinkKinds)[number], string>> = {
  'same-browser': 'same browser',
  declared: 'entered by an owner',
}

/** 'Also a customer: Dana Reyes, same browser, since Nov 22, 2026' */
export function LinkedCustomer({ link: { customerId, name, how, since } }: { link: CustomerLink }) {
  return (
    <span className="subline margin-top-2">
      Also a customer:{' '}
      <Link to="/admin/users/$id" params={{ id: customerId }}>
        {name}
      </Link>
      , {kindMessages[how]}, since <Time at={since} isDay />
    </span>
  )
}
