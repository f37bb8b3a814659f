/**
 * Makes the election a part of a Spring Boot application: properties, beans, lifecycle,
 * and what is said when the configuration is wrong. Called by Spring Boot; not for
 * import.
 */
@NullMarked
package io.github.leaderelection.autoconfigure;

import org.jspecify.annotations.NullMarked;
