import { readBrandSearch } from '#client/features/admin-rates/brand-search.ts'
import { BrandsTab } from '#client/features/admin-rates/brands-tab.tsx'
import { useRates } from '#client/features/admin-rates/rate-edits.ts'
import { readVersionSearch, VersionsTab } from '#client/features/admin-rates/versions-tab.tsx'
import { lazyPart } from '#client/lib/lazy-part.tsx'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { Tabs } from '#client/ui/tabs.tsx'
import type { StaffProfile } from '#shared/account-schema.ts'
import { StaffPage, useStaffSearch } from '../-staff-page.tsx'

const ConfirmStep = lazyPart(() => import('#client/features/open-shop/confirm-step.tsx'), 'ConfirmStep')

export function RatesPage() {
  return (
    <StaffPage title="Rates" area="rates" payOnly="You can't set rates">
      {(staff) => <Rates staff={staff} />}
    </StaffPage>
  )
}

function Rates({ staff }: { staff: StaffProfile }) {
  const { isOwner } = useStaffPermissions()
  const [search, changeSearch, onSearch] = useStaffSearch('/admin/rates')
  // Above the tabs, because the edits outlast a change of tab.
  const rates = useRates(staff.id)
  const tabs = [
    {
      value: 'rates',
      label: 'Brands',
      content: <BrandsTab rates={rates} search={readBrandSearch(search)} onSearch={onSearch} />,
    },
    {
      value: 'versions',
      label: 'Versions',
      content: <VersionsTab rates={rates} search={readVersionSearch(search)} onSearch={onSearch} />,
    },
  ]
  return (
    <>
      {isOwner && <ConfirmStep step="rates" />}
      <Tabs
        label="Rates"
        value={search.tab === 'versions' ? 'versions' : 'rates'}
        onValueChange={(tab) => changeSearch(tab === 'rates' ? {} : { tab })}
        tabs={tabs}
      />
    </>
  )
}
