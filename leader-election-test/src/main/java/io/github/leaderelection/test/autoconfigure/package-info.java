/**
 * Puts an election that a test decides into the application context of a Spring Boot
 * test. Needs Spring's and this library's auto-configuration on the class path; tests
 * import the annotation.
 */
@NullMarked
package io.github.leaderelection.test.autoconfigure;

import org.jspecify.annotations.NullMarked;
