package io.github.leaderelection.fencing.autoconfigure;

import java.util.List;
import java.util.Set;

import io.github.leaderelection.fencing.InMemoryFencingGuard;
import org.jspecify.annotations.Nullable;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * How writes of former leaders are refused.
 *
 * @param guard Where the guard of this application keeps its tokens.
 * @param jdbc How the guard uses the database.
 * @param signature How tokens in HTTP requests are signed.
 * @param client How tokens are sent.
 * @param filter How tokens of requests are checked.
 */
@ConfigurationProperties("leader-election.fencing")
public record FencingProperties(@DefaultValue("none") GuardType guard, @DefaultValue Jdbc jdbc,
		@DefaultValue Signature signature, @DefaultValue Client client, @DefaultValue Filter filter) {

	/**
	 * Where a guard keeps its tokens.
	 */
	public enum GuardType {

		/** There is no guard. */
		NONE,

		/** In the memory of this application, for resources kept there. */
		MEMORY,

		/** In a table of its database, for writes to that database. */
		JDBC

	}

	/**
	 * How the guard uses the database.
	 *
	 * @param table Table of the guard, optionally with its schema.
	 * @param requireTransaction Whether a check outside of a transaction is refused.
	 */
	public record Jdbc(@DefaultValue("leader_election_fencing") String table,
			@DefaultValue("true") boolean requireTransaction) {
	}

	/**
	 * How tokens are signed.
	 *
	 * @param secret Secret that leaders and receivers share, at least 16 bytes. Without
	 * it tokens are not signed and signatures not checked.
	 * @param previousSecret Secret whose signatures are also accepted, while the secret
	 * is being changed.
	 * @param covers What is signed, the same at both ends.
	 */
	public record Signature(@Nullable String secret, @Nullable String previousSecret,
			@DefaultValue("request") Covers covers) {

		@Override
		public String toString() {
			return "Signature[secret=" + shown(this.secret) + ", previousSecret=" + shown(this.previousSecret)
					+ ", covers=" + this.covers + "]";
		}

		private static String shown(@Nullable String secret) {
			return (secret != null) ? "******" : "none";
		}

		/**
		 * What is signed.
		 */
		public enum Covers {

			/** Group, token, method, path and query. */
			REQUEST,

			/** Group and token; needed if proxies rewrite paths. */
			TOKEN

		}

	}

	/**
	 * How tokens are sent.
	 *
	 * @param whenNotLeading What to do with a request of a node that does not lead, or of
	 * work that has outlived its leadership.
	 */
	public record Client(@DefaultValue("refuse") WhenNotLeading whenNotLeading) {

		/**
		 * What to do with a request without a valid leadership.
		 */
		public enum WhenNotLeading {

			/** Do not send it, and throw a NotLeaderException. */
			REFUSE,

			/** Send it without a token, or with that of the ended leadership. */
			SEND

		}

	}

	/**
	 * How tokens of requests are checked.
	 *
	 * @param enabled Whether requests with a stale token are refused before they are
	 * handled.
	 * @param groups Groups whose leaders may write here.
	 * @param required Whether requests that may write need a token.
	 * @param resource Resource of a request, for which tokens are compared.
	 * @param urlPatterns Servlet patterns of the requests that are checked.
	 * @param maxResources Largest number of resources for which tokens are kept.
	 */
	public record Filter(@DefaultValue("false") boolean enabled, @DefaultValue("default") Set<String> groups,
			@DefaultValue("false") boolean required, @DefaultValue("group") Resource resource,
			@DefaultValue("/*") List<String> urlPatterns,
			@DefaultValue("" + InMemoryFencingGuard.DEFAULT_MAX_RESOURCES) int maxResources) {

		/**
		 * The resource that a request writes to.
		 */
		public enum Resource {

			/** One resource a group. */
			GROUP,

			/** One resource a group and path. */
			PATH

		}

	}

}
