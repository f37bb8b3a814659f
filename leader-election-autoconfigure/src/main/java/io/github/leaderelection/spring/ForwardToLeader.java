package io.github.leaderelection.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.core.annotation.AliasFor;

/**
 * Lets a handler of Spring MVC or WebFlux run on the leader alone, whichever node
 * receives the request. On a type it applies to all handlers of that type. The annotation
 * of a method overrides that of its type. Also works as a meta-annotation and on
 * interfaces.
 * <p>
 * On the leader the handler runs as leader-only work. A leader that gives up its
 * leadership gracefully waits for it, and {@link LeadershipContext} gives its fencing
 * token. On a follower the handler never runs. The request is proxied to the leader,
 * redirected, or refused, depending on {@link #onFollower()}. While no leader is known,
 * requests wait for a bounded time.
 * <p>
 * It has no effect on methods that are not handlers of Spring MVC or WebFlux.
 */
@Target({ ElementType.METHOD, ElementType.TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface ForwardToLeader {

	/**
	 * The group whose leader answers.
	 * @return the group's name
	 */
	@AliasFor("group")
	String value() default "default";

	/**
	 * The group whose leader answers.
	 * @return the group's name
	 */
	@AliasFor("value")
	String group() default "default";

	/**
	 * What a follower does with a request.
	 * @return what it does
	 */
	OnFollower onFollower() default OnFollower.DEFAULT;

	/**
	 * What a follower does with a request.
	 */
	enum OnFollower {

		/** Uses the property {@code leader-election.forward.mode}. */
		DEFAULT,

		/** Sends the request to the leader and returns the leader's answer. */
		PROXY,

		/**
		 * Answers 307 with the URL on the leader. The client must be able to reach that
		 * URL.
		 */
		REDIRECT,

		/** Answers 503 with {@code Retry-After}. */
		UNAVAILABLE

	}

}
