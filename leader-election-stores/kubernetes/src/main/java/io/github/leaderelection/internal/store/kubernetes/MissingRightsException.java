package io.github.leaderelection.internal.store.kubernetes;

import java.util.List;

/**
 * Thrown if this process lacks rights that the store needs.
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

	/** The account and its missing rights: a sentence without its full stop. */
	public String problem() {
		return this.problem;
	}

	/** YAML of the Role and the binding that grant the rights. */
	public String manifest() {
		return this.manifest;
	}

}
