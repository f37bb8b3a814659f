/**
 * Auto-configuration of Spring Integration's leader events. Called by Spring Boot; not
 * for import.
 */
@NullMarked
package io.github.leaderelection.autoconfigure.integration;

import org.jspecify.annotations.NullMarked;
