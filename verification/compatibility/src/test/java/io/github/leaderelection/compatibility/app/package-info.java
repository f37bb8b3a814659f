/**
 * An application that uses much of Spring Boot, and tells what it is made of. It knows
 * nothing of leader election: it runs with and without the starter.
 */
@NullMarked
package io.github.leaderelection.compatibility.app;

import org.jspecify.annotations.NullMarked;
