/**
 * What single calls cost. Run by the scripts beside this module; nothing depends on it.
 */
@NullMarked
package io.github.leaderelection.benchmark;

import org.jspecify.annotations.NullMarked;
