package io.github.leaderelection.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.core.annotation.AliasFor;

/**
 * Lets a handler of Spring MVC answer on the leader alone, whichever node is asked. On a
 * type it stands for all of its handlers; a method's own annotation beats that of its
 * type. May be used as a meta-annotation and on interfaces.
 * <p>
 * On the leader the handler runs as leader-only work: leadership given up in order waits
 * for it, and {@link LeadershipContext} names the leadership. On a follower the request
 * is proxied to the leader, redirected, or refused, as {@link #onFollower()} says, before
 * the handler is called; it never runs there. While no leader is known requests wait, for
 * a bounded time.
 * <p>
 * It has no effect on methods that do not handle requests of Spring MVC.
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

		/** As {@code leader-election.forward.mode} says. */
		DEFAULT,

		/** Sends it on to the leader and answers with what the leader answers. */
		PROXY,

		/** Answers 307 with the URL on the leader, which the client has to reach. */
		REDIRECT,

		/** Answers 503 with {@code Retry-After}. */
		UNAVAILABLE

	}

}
