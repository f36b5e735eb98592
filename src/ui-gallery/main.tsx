import '../styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ToastProvider } from '#client/ui/toast.tsx'
import { PreviewPage } from './preview-page.tsx'

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no element #root.')
createRoot(root).render(
  <StrictMode>
    <ToastProvider>
      <PreviewPage />
    </ToastProvider>
  </StrictMode>,
)
