package io.github.leaderelection.internal.store.kubernetes;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.client.Config;
import org.jspecify.annotations.Nullable;

/**
 * The service account of this process at the API server.
 */
record ServiceAccount(String namespace, String name) {

	private static final Pattern SUBJECT = Pattern.compile("system:serviceaccount:([^:]+):([^:]+)");

	/** The account that the token names, or else the default account of pods. */
	static ServiceAccount of(Config config, String namespace) {
		String token = (config.getOauthToken() != null) ? config.getOauthToken() : config.getAutoOAuthToken();
		Matcher subject = SUBJECT.matcher((token != null) ? subject(token) : "");
		return subject.matches() ? new ServiceAccount(subject.group(1), subject.group(2))
				: new ServiceAccount(namespace, "default");
	}

	private static String subject(String token) {
		try {
			String[] parts = token.strip().split("\\.");
			String claims = new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8);
			JsonNode read = ApiClient.words().unmarshal(claims, JsonNode.class);
			return text(read.path("sub").textValue());
		}
		catch (RuntimeException ex) {
			// a token of another kind
			return "";
		}
	}

	private static String text(@Nullable String value) {
		return (value != null) ? value : "";
	}

}
