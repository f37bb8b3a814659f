/**
 * Replaces the election in tests of applications without a web server. Used only by
 * Spring's test framework, which finds it in {@code META-INF/spring.factories}.
 */
@NullMarked
package io.github.leaderelection.internal.standin;

import org.jspecify.annotations.NullMarked;
