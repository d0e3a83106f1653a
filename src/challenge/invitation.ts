/**
 * The token in an invitation mail. It lives as long as the challenge and proves that the mail was read: its holder sees
 * the challenge and answers it for the invited address. It signs in only in the act of accepting, so it is no lasting key.
 */
import { macText, sameText } from "../keys.ts";

const LENGTH = 26;

export function invitationToken(secret: string, challenge: string): Promise<string> {
	return macText(secret, "invitation", [challenge], LENGTH);
}

export async function checkInvitation(secret: string, challenge: string, token: string): Promise<boolean> {
	return sameText(token, await invitationToken(secret, challenge));
}
