package io.github.leaderelection.fencing.autoconfigure;

import java.util.function.Predicate;

import io.github.leaderelection.fencing.InMemoryFencingGuard;
import io.github.leaderelection.fencing.web.FencedResource;
import io.github.leaderelection.fencing.web.FencingFilterRules;
import io.github.leaderelection.fencing.web.FencingSignature;
import io.github.leaderelection.fencing.web.FencingSignature.Scope;
import io.github.leaderelection.internal.settings.InvalidElectionConfigurationException;
import io.github.leaderelection.internal.settings.Placeholders;
import org.jspecify.annotations.Nullable;

import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.env.Environment;
import org.springframework.util.StringUtils;

/**
 * Checks the settings of fencing and creates objects from them.
 */
final class FencingSettings {

	static final String ROOT = "leader-election.fencing.";

	private static final String HIDDEN = "******";

	private FencingSettings() {
	}

	/**
	 * The signature of tokens, or null without a secret.
	 */
	static @Nullable FencingSignature signature(FencingProperties.Signature settings) {
		String secret = settings.secret();
		String previous = settings.previousSecret();
		if (!StringUtils.hasText(secret)) {
			if (StringUtils.hasText(previous)) {
				throw new InvalidElectionConfigurationException(ROOT + "signature.previous-secret", HIDDEN,
						"A previous secret is set without a present one", "Set " + ROOT + "signature.secret too");
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
		Placeholders.checkSecret(ROOT + "signature." + key, secret);
		try {
			new FencingSignature(Scope.TOKEN, secret);
		}
		catch (IllegalArgumentException ex) {
			throw new InvalidElectionConfigurationException(ROOT + "signature." + key, HIDDEN,
					"It has fewer than " + FencingSignature.MIN_SECRET_BYTES + " bytes and can be guessed",
					"Set the same long, random secret at leaders and receivers", ex);
		}
	}

	/** The path of Spring MVC's servlet, empty for the root. */
	static String servletPath(Environment environment) {
		return StringUtils.trimTrailingCharacter(environment.getProperty("spring.mvc.servlet.path", ""), '/');
	}

	/** The requirements of the filter on requests. */
	static FencingFilterRules rules(FencingProperties properties, ObjectProvider<FencedResource> resource,
			ObjectProvider<ManagementRequests> management, Predicate<FencedResource.Request> ofPeers) {
		ManagementRequests ofOperators = management.getIfAvailable();
		Predicate<FencedResource.Request> exempt = (ofOperators != null) ? ofPeers.or(ofOperators) : ofPeers;
		FencingProperties.Filter settings = properties.filter();
		if (settings.groups().isEmpty()) {
			throw new InvalidElectionConfigurationException(ROOT + "filter.groups", null,
					"No group may write here, so every token would be refused", "Name the groups whose leaders write");
		}
		return new FencingFilterRules(settings.groups(), settings.required(), signature(properties.signature()),
				resource.getIfAvailable(() -> resource(settings)), exempt);
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
					"The filter needs room for at least one resource", "Set it to the number of resources");
		}
		return new InMemoryFencingGuard(settings.maxResources());
	}

}
