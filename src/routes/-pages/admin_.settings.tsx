import { ActiveSessions } from '#client/features/account/active-sessions.tsx'
import { lazyPart } from '#client/lib/lazy-part.tsx'
import { useStaffPermissions } from '#client/lib/staff-session.ts'
import { Tabs } from '#client/ui/tabs.tsx'
import type { StaffProfile } from '#shared/account-schema.ts'
import { lazyTabs, StaffPage, useStaffSearch } from '../-staff-page.tsx'

const lazyTab = lazyTabs('Loading settings...')
const MyAccountTab = lazyTab(() => import('#client/features/admin-auth/my-account-tab.tsx'), 'MyAccountTab')
const StaffTab = lazyTab(() => import('#client/features/admin-staff/staff-tab.tsx'), 'StaffTab')
const AuditTab = lazyTab(() => import('#client/features/audit-log/audit-tab.tsx'), 'AuditTab')
const TokensTab = lazyTab(() => import('#client/features/api-tokens/tokens-tab.tsx'), 'TokensTab')
const RulesTab = lazyTab(() => import('#client/features/admin-policies/rules-tab.tsx'), 'RulesTab')
const SiteTab = lazyTab(() => import('#client/features/admin-site/site-tab.tsx'), 'SiteTab')
const ConfirmStep = lazyPart(() => import('#client/features/open-shop/confirm-step.tsx'), 'ConfirmStep')
const ShowAgain = lazyPart(() => import('#client/features/open-shop/show-again.tsx'), 'ShowAgain')
const InsiderReportTab = lazyTab(
  () => import('#client/features/insider-report/insider-report-tab.tsx'),
  'InsiderReportTab',
)

export function SettingsPage() {
  return (
    <StaffPage title="Settings" area="settings">
      {(staff) => <Settings staff={staff} />}
    </StaffPage>
  )
}

function Settings({ staff }: { staff: StaffProfile }) {
  const [search, changeSearch] = useStaffSearch('/admin/settings')
  const tabs = useTabs(staff)
  return (
    <Tabs
      label="Settings"
      value={tabs.find(({ value }) => value === search.tab)?.value ?? 'account'}
      onValueChange={(tab) => changeSearch(tab === 'account' ? {} : { tab })}
      tabs={tabs}
    />
  )
}

/** All but the first are for owners; the server refuses calls of other roles. */
function useTabs(staff: StaffProfile) {
  const [search, , onSearch] = useStaffSearch('/admin/settings')
  const { isOwner } = useStaffPermissions()
  const account = <MyAccountTab staff={staff} sessions={<ActiveSessions whose="staff" />} />
  const ofOwners = [
    { value: 'staff', label: 'Staff', content: <StaffTab selfId={staff.id} /> },
    { value: 'rules', label: 'Rules', content: <RulesTab lead={<ConfirmStep step="rules" />} /> },
    { value: 'site', label: 'Site', content: <SiteTab lead={<ConfirmStep step="site" />} foot={<ShowAgain />} /> },
    { value: 'audit', label: 'Audit log', content: <AuditTab search={search} onSearch={onSearch} /> },
    {
      value: 'insider-report',
      label: 'Insider report',
      content: <InsiderReportTab search={search} onSearch={onSearch} />,
    },
    { value: 'tokens', label: 'API tokens', content: <TokensTab /> },
  ]
  return [{ value: 'account', label: 'My account', content: account }, ...(isOwner ? ofOwners : [])]
}
