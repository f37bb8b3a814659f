package io.github.leaderelection.internal.store.kubernetes;

import java.util.List;

/**
 * This process may not do with Leases what it has to.
 */
public final class MissingRightsException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String problem;

	private final String manifest;

	MissingRightsException(ServiceAccount account, RequiredRights required, List<String> missing) {
		this("The service account '" + account.name() + "' of namespace '" + account.namespace()
				+ "' may not do this in namespace '" + required.namespace() + "': " + String.join(", ", missing),
				required.manifest(account));
	}

	private MissingRightsException(String problem, String manifest) {
		super(problem + ". Apply with 'kubectl apply -f -':\n" + manifest);
		this.problem = problem;
		this.manifest = manifest;
	}

	/** What may not be done, and by whom: a sentence without its full stop. */
	public String problem() {
		return this.problem;
	}

	/** The Role and its binding that give the rights. */
	public String manifest() {
		return this.manifest;
	}

}
