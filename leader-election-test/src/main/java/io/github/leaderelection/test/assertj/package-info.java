/**
 * AssertJ assertions on electors, clusters and recorded events. Needs AssertJ on the
 * class path; begin at {@code LeaderElectionAssertions}.
 */
@NullMarked
package io.github.leaderelection.test.assertj;

import org.jspecify.annotations.NullMarked;
