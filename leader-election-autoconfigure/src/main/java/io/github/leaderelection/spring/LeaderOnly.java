package io.github.leaderelection.spring;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.core.annotation.AliasFor;

/**
 * Lets a method run on the leader alone. On a type it applies to all methods of that
 * type. The annotation of a method overrides that of its type. Also works as a
 * meta-annotation and on interfaces.
 * <p>
 * An admitted call counts as running work until it returns. If it returns a
 * {@link java.util.concurrent.CompletionStage} or a reactive publisher, it counts until
 * that ends. A leader that gives up its leadership gracefully waits for running work.
 * {@link #onFollower()} and {@link #fallbackMethod()} define what a call does on a
 * follower. A method that returns a reactive publisher is called at each subscription,
 * and the gate decides then.
 * <p>
 * The gate is a proxy, so calls of an object to its own methods bypass it. Methods of
 * {@link Object}, lifecycle callbacks and listeners of leadership events are never gated.
 */
@Target({ ElementType.METHOD, ElementType.TYPE })
@Retention(RetentionPolicy.RUNTIME)
@Documented
public @interface LeaderOnly {

	/**
	 * The group whose leader may run the method.
	 * @return the group's name
	 */
	@AliasFor("group")
	String value() default "default";

	/**
	 * The group whose leader may run the method.
	 * @return the group's name
	 */
	@AliasFor("value")
	String group() default "default";

	/**
	 * What a call does on a follower. A method with a primitive result cannot be skipped:
	 * it needs {@link OnFollower#THROW} or a {@link #fallbackMethod()}. A method whose
	 * caller takes a plain return for done, such as a listener of messages or events, a
	 * run that comes once, or a handler of requests that change something, needs one of
	 * these, {@link #deferUntilLeading()}, or an explicit {@link OnFollower#SKIP}.
	 * Otherwise startup fails.
	 * @return what a call does
	 */
	OnFollower onFollower() default OnFollower.DEFAULT;

	/**
	 * The method of the same object that is called instead on a follower. It has the same
	 * parameters, optionally followed by a {@link NotLeaderException}, and a compatible
	 * result. It may be private. Startup fails if there is no such method.
	 * @return the name of the method; empty for none
	 */
	String fallbackMethod() default "";

	/**
	 * Whether the thread of a running call is interrupted when the leadership ends. The
	 * interrupt is cleared when the method returns, so it does not affect later work of
	 * the thread. Not allowed for methods that return a reactive publisher.
	 * @return whether the thread is interrupted
	 */
	boolean interruptOnRevocation() default false;

	/**
	 * Whether a skipped call is kept, and made once when this instance is granted
	 * leadership: for work that comes once, such as that of an {@code ApplicationRunner}.
	 * The caller gets null or an empty result at once.
	 * <p>
	 * Calls are kept in memory with their arguments, in order, at most 100 a method; one
	 * more throws a {@link NotLeaderException}. They are lost when the application ends.
	 * Each instance keeps the calls made on it, and makes them at its own leadership,
	 * even if those of another instance were made before. A kept call that fails is
	 * logged and not made again.
	 * <p>
	 * Not allowed for methods that throw or fall back on followers, return a reactive
	 * publisher, or are scheduled repeatedly.
	 * @return whether it is kept
	 */
	boolean deferUntilLeading() default false;

	/**
	 * Whether the next leader makes up a scheduled run that nobody may have taken: it was
	 * due while nobody led, while a leader was giving up its leadership, or so shortly
	 * before its lease ended that nobody knows. The next leader then runs the method once
	 * when leadership is granted to it, however many runs it has skipped meanwhile, if it
	 * was there when the run was due.
	 * <p>
	 * A follower cannot see whether the leader took the run. It makes up a run that was
	 * due within a lease before the leader was lost, or within
	 * {@code leader-election.drain-timeout} before a hand-over. So <b>a run may be made
	 * twice</b>, and the method must bear that.
	 * <p>
	 * Only for methods with a repeating {@code @Scheduled}, without a fallback, that do
	 * not return a reactive publisher.
	 * @return whether it does
	 */
	boolean catchUp() default false;

	/**
	 * Whether an admitted call runs in a transaction that only the leader commits: a
	 * transaction of its own on the {@code DataSource} that keeps the lease, with
	 * {@code leader-election.store=jdbc}. As its last act before the commit, the
	 * transaction finds out in the database whether the leadership under which the call
	 * was admitted is still the newest. Otherwise, or if that cannot be found out, it is
	 * rolled back, and the caller gets a {@link NotLeaderException}, whatever a call does
	 * on a follower. So nothing is committed after a later leadership was handed out.
	 * <p>
	 * Every exception of the method rolls the transaction back, also a checked one. The
	 * call is refused with an {@code IllegalTransactionStateException} where a
	 * transaction is open already, which would commit later and by other rules; within
	 * the transaction of another such call under the same leadership it belongs to that.
	 * <p>
	 * Startup fails without that store, with a transaction manager of another
	 * {@code DataSource} or for distributed transactions, and for a method that returns a
	 * future or a publisher, is read-only, asks for a transaction apart or sets an
	 * isolation or a timeout of its own.
	 * @return whether it does
	 */
	boolean transactional() default false;

	/**
	 * What a call does on a follower.
	 */
	enum OnFollower {

		/**
		 * Uses the property {@code leader-election.gate.on-follower}. A scheduled method
		 * is always skipped, as exceptions would fill the log of every follower.
		 */
		DEFAULT,

		/**
		 * Skips the call. The result is null, an empty optional, collection, map, stream,
		 * array or publisher, or a completed stage.
		 */
		SKIP,

		/**
		 * Throws a {@link NotLeaderException}; a publisher signals it.
		 */
		THROW

	}

}
