/**
 * Carries elections over the web server of an application, and lets its peers in. Called
 * by Spring Boot; not for import.
 */
@NullMarked
package io.github.leaderelection.autoconfigure.transport;

import org.jspecify.annotations.NullMarked;
