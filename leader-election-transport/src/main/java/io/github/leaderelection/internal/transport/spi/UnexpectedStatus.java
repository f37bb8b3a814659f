package io.github.leaderelection.internal.transport.spi;

/**
 * Describes an HTTP status that came without the headers of a member.
 */
public final class UnexpectedStatus {

	private static final int UNAUTHORIZED = 401;

	private static final int FORBIDDEN = 403;

	private static final int NOT_FOUND = 404;

	private static final int PROXY_LOGIN = 407;

	private static final int GONE = 410;

	private UnexpectedStatus() {
	}

	/** The status, its likely cause and the remedy. */
	public static String describe(int status) {
		String cause = switch (status) {
			case UNAUTHORIZED, FORBIDDEN -> "the application's security, or a proxy or gateway before it, refuses the "
					+ "request: let the transport's path pass";
			case NOT_FOUND ->
				"nothing serves the transport's path there, or a proxy or gateway answers: correct the URL "
						+ "in leader-election.peers, and give all nodes one leader-election.transport.path";
			case PROXY_LOGIN -> "a proxy asks for a login: let members reach one another directly";
			case GONE -> "the member does not know this session";
			default -> "the answer is not that of a member which takes links";
		};
		return "HTTP status " + status + ": " + cause;
	}

}
