package io.github.leaderelection.assignments;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.aot.hint.annotation.Reflective;

/**
 * Calls a method once for each partition that this instance owns; not at all if it owns
 * none. The method has one parameter, an {@link AssignedPartition}, and returns nothing,
 * a {@link java.util.concurrent.CompletionStage} or a {@code Publisher}. It may be
 * scheduled if it returns nothing. Before a partition goes to another instance, its call
 * is awaited for at most the drain timeout.
 */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Reflective
public @interface PartitionedWork {

	/**
	 * The assignment.
	 * @return its name, as in {@code leader-election.assignments}
	 */
	String value();

	/**
	 * How many calls run side by side.
	 * @return 1, the default, for one after another on the caller's thread
	 */
	int concurrency() default 1;

}
