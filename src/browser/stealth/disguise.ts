import type { CdpSession } from '../cdp/session.ts';
import type { Identity } from '../identity.ts';

/** Tells one page or frame session who its visitor is. Nothing is written into the page itself. */
export async function disguisePage(session: CdpSession, identity: Identity): Promise<void> {
  const { viewport, screen } = identity;
  await Promise.all([
    tellAgent(session, identity),
    session.send('Emulation.setDeviceMetricsOverride', {
      width: viewport.width,
      height: viewport.height,
      deviceScaleFactor: 1,
      mobile: false,
      screenWidth: screen.width,
      screenHeight: screen.height,
      positionX: 20,
      positionY: 20,
    }),
    session.send('Emulation.setFocusEmulationEnabled', { enabled: true }),
    tellTimezone(session, identity),
  ]);
}

/** A frame in a process of its own has no window: it is told the agent and the time zone only. */
export async function disguiseFrame(session: CdpSession, identity: Identity): Promise<void> {
  await Promise.all([tellAgent(session, identity), tellTimezone(session, identity)]);
}

/** Client hints of a worker; its user agent comes from the command line already. */
export async function disguiseWorker(session: CdpSession, identity: Identity): Promise<void> {
  await tellAgent(session, identity);
}

async function tellAgent(session: CdpSession, identity: Identity): Promise<void> {
  await session.send('Emulation.setUserAgentOverride', {
    userAgent: identity.userAgent,
    acceptLanguage: identity.acceptLanguage,
    platform: identity.platform,
    userAgentMetadata: identity.metadata,
  });
}

async function tellTimezone(session: CdpSession, identity: Identity): Promise<void> {
  if (identity.timezone === null) return;
  await session.send('Emulation.setTimezoneOverride', { timezoneId: identity.timezone });
}
