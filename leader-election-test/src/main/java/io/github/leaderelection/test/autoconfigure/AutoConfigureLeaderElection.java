package io.github.leaderelection.test.autoconfigure;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import io.github.leaderelection.test.TestElection;

/**
 * Replaces the election in the application context of a test class by a
 * {@link TestElection}. By this bean the test decides who leads. Works with whole
 * applications and with test slices. Leader election is enabled even if the application's
 * properties disable it, and a store or a port of theirs is not used. After each test
 * method the election is {@linkplain TestElection#reset() reset}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
public @interface AutoConfigureLeaderElection {

	/**
	 * Whether this node leads every group when a test begins. If not, it knows no leader.
	 * @return false by default
	 */
	boolean leading() default false;

}
