/**
 * Adds an election that the test decides to the application context of a Spring Boot
 * test. Needs Spring Boot Test and this library's auto-configuration on the class path.
 */
@NullMarked
package io.github.leaderelection.test.autoconfigure;

import org.jspecify.annotations.NullMarked;
