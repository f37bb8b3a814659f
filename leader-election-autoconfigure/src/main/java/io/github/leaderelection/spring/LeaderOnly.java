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
 * {@link java.util.concurrent.CompletionStage} it returns completes: a leader that gives
 * up leadership in order waits for it. On a follower the call is skipped: it answers
 * null, or with an empty optional, collection, map, stream or array, or with a completed
 * stage. A primitive result has no such answer, so a method that returns one is refused
 * when the application starts.
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

}
