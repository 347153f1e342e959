// Where an account is connected again.

interface Reconnectable {
  readonly id: string;
  readonly platform: string;
  readonly simulated: boolean;
}

/** The screen of its network; of a simulated account, where another one is chosen. */
export const reconnectScreen = ({ id, platform, simulated }: Reconnectable): string =>
  `accounts/connect/${platform}?${simulated ? "simulate" : `account=${id}`}`;
