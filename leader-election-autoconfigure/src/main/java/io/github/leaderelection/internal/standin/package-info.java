/**
 * What stands for an election in tests of applications that have no web server. Read by
 * Spring's test framework alone, which finds it in {@code META-INF/spring.factories}.
 */
@NullMarked
package io.github.leaderelection.internal.standin;

import org.jspecify.annotations.NullMarked;
