/**
 * The values and interfaces for applications: who leads, under which fencing token, and
 * until when. Depends on nothing else of the project; every other package may use it.
 */
@NullMarked
package io.github.leaderelection;

import org.jspecify.annotations.NullMarked;
