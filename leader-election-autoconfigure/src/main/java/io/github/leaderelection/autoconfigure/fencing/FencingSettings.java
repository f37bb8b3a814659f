package io.github.leaderelection.autoconfigure.fencing;

import io.github.leaderelection.fencing.InMemoryFencingGuard;
import io.github.leaderelection.fencing.web.FencedResource;
import io.github.leaderelection.fencing.web.FencingSignature;
import io.github.leaderelection.fencing.web.FencingSignature.Scope;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import org.jspecify.annotations.Nullable;

import org.springframework.util.StringUtils;

/**
 * Checks what is set for fencing, and makes of it what it stands for.
 */
final class FencingSettings {

	static final String ROOT = "leader-election.fencing.";

	private static final String HIDDEN = "******";

	private FencingSettings() {
	}

	/**
	 * The signature of tokens, null where there is no secret.
	 */
	static @Nullable FencingSignature signature(FencingProperties.Signature settings) {
		String secret = settings.secret();
		String previous = settings.previousSecret();
		if (!StringUtils.hasText(secret)) {
			if (StringUtils.hasText(previous)) {
				throw new InvalidElectionConfigurationException(ROOT + "signature.previous-secret", HIDDEN,
						"There is no secret that follows the previous one", "Set " + ROOT + "signature.secret too");
			}
			return null;
		}
		checkLength("secret", secret);
		Scope scope = switch (settings.covers()) {
			case REQUEST -> Scope.REQUEST;
			case TOKEN -> Scope.TOKEN;
		};
		if (!StringUtils.hasText(previous)) {
			return new FencingSignature(scope, secret);
		}
		checkLength("previous-secret", previous);
		return new FencingSignature(scope, secret, previous);
	}

	private static void checkLength(String key, String secret) {
		try {
			new FencingSignature(Scope.TOKEN, secret);
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidElectionConfigurationException(ROOT + "signature." + key, HIDDEN,
					"It is shorter than " + FencingSignature.MIN_SECRET_BYTES + " bytes and can be guessed",
					"Set one secret at leaders and receivers, long and random", ex);
		}
	}

	static FencedResource resource(FencingProperties.Filter settings) {
		return switch (settings.resource()) {
			case GROUP -> FencedResource.OF_GROUP;
			case PATH -> FencedResource.OF_PATH;
		};
	}

	static InMemoryFencingGuard guard(FencingProperties.Filter settings) {
		if (settings.maxResources() < 1) {
			throw new InvalidElectionConfigurationException(ROOT + "filter.max-resources", settings.maxResources(),
					"A filter tells at least one resource apart", "Set it to as many as there are");
		}
		return new InMemoryFencingGuard(settings.maxResources());
	}

}
