package io.github.leaderelection.test.autoconfigure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Has the application own exactly these partitions when a test method begins, without a
 * network. On a method it replaces what its class says. The test has an election as by
 * {@link AutoConfigureLeaderElection}, which may stand beside it, and a bean
 * {@link io.github.leaderelection.test.assignments.TestAssignments}.
 */
@Target({ ElementType.TYPE, ElementType.METHOD })
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@Repeatable(WithPartitions.All.class)
public @interface WithPartitions {

	/**
	 * The assignment.
	 * @return its name, as in {@code leader-election.assignments}
	 */
	String assignment();

	/**
	 * The partitions.
	 * @return their names; of counted partitions also the index, such as {@code 7} for
	 * {@code p7}
	 */
	String[] partitions();

	/**
	 * Partitions of several assignments.
	 */
	@Target({ ElementType.TYPE, ElementType.METHOD })
	@Retention(RetentionPolicy.RUNTIME)
	@Documented
	@Inherited
	@interface All {

		/**
		 * The partitions of each assignment.
		 * @return one or more
		 */
		WithPartitions[] value();

	}

}
