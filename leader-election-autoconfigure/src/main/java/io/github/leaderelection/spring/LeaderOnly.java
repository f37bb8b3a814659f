package io.github.leaderelection.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.core.annotation.AliasFor;

/**
 * Lets a method run on the leader alone. On a type it stands for all of its methods; a
 * method's own annotation beats that of its type. May be used as a meta-annotation and on
 * interfaces.
 * <p>
 * A call that is admitted counts as running work until it returns, or until the
 * {@link java.util.concurrent.CompletionStage} or reactive publisher it returns ends: a
 * leader that gives up leadership in order waits for it. What a call does on a follower
 * say {@link #onFollower()} and {@link #fallbackMethod()}. A method that returns a
 * reactive publisher is called at each subscription, and the gate is asked then.
 * <p>
 * The gate is a proxy: calls of an object to itself pass by it. Methods of
 * {@link Object}, lifecycle callbacks and listeners of leadership events are never gated.
 */
@Target({ ElementType.METHOD, ElementType.TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface LeaderOnly {

	/**
	 * The group whose leader may run it.
	 * @return the group's name
	 */
	@AliasFor("group")
	String value() default "default";

	/**
	 * The group whose leader may run it.
	 * @return the group's name
	 */
	@AliasFor("value")
	String group() default "default";

	/**
	 * What a call does on a follower. A primitive result has no value that says that
	 * nothing was done, so a method that returns one needs {@link OnFollower#THROW} or a
	 * {@link #fallbackMethod()}; else the application does not start.
	 * @return what it does
	 */
	OnFollower onFollower() default OnFollower.DEFAULT;

	/**
	 * The method of the same object that is called instead on a follower: of this name,
	 * with the same parameters and, if it likes, a {@link NotLeaderException} behind
	 * them, and with a result that can stand for that of this method. It may be private.
	 * If there is no such method the application does not start.
	 * @return its name, empty for none
	 */
	String fallbackMethod() default "";

	/**
	 * Whether the thread that runs the method is interrupted when the leadership ends
	 * while it runs. The interrupt is taken back when the method has left, so that it
	 * meets nothing that this thread does later. Not for methods that return a reactive
	 * publisher, which runs on no thread of its own.
	 * @return whether it is interrupted
	 */
	boolean interruptOnRevocation() default false;

	/**
	 * What a call does on a follower.
	 */
	enum OnFollower {

		/**
		 * As {@code leader-election.gate.on-follower} says. A scheduled method is
		 * skipped, for an exception would fill the log of every follower.
		 */
		DEFAULT,

		/**
		 * It is skipped: it answers null, or with an empty optional, collection, map,
		 * stream or array, or with a completed stage or an empty publisher.
		 */
		SKIP,

		/**
		 * It throws a {@link NotLeaderException}; a publisher signals it.
		 */
		THROW

	}

}
