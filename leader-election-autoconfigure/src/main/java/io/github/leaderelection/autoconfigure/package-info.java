/**
 * Integrates the election into a Spring Boot application: properties, beans, lifecycle,
 * and the analysis of wrong configurations. Called by Spring Boot; not for import.
 */
@NullMarked
package io.github.leaderelection.autoconfigure;

import org.jspecify.annotations.NullMarked;
